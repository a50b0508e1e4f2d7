"""How many passwords are looked at from where (product.md 1.2; NIST SP 800-63B-4, 3.2.2)."""

import ipaddress
from datetime import timedelta
from typing import Final

FREE_TRIES: Final = 10
"""Wrong passwords on one address from one network or device until the waiting begins."""
FREE_TRIES_OF_STRANGERS: Final = 50
"""The same from all networks and devices together that the address's owner never signed in from."""
LONGEST_WAIT: Final = timedelta(minutes=15)
FORGOTTEN_AFTER: Final = timedelta(hours=24)
"""Without a further try, tries are counted from the beginning after this time."""
SOURCES_KEPT: Final = 20
"""Networks and devices of one account that are known again, the newest."""
SOURCE_KEPT_FOR: Final = timedelta(days=400)
_IPV4_NETWORK: Final = 24
_IPV6_NETWORK: Final = 48


def network_of(address: str) -> str:
    """The network of a caller's address (product.md 1.2): what one guesser can change at will counts as one.

    Neighbours in it wait for each other only on the same mail address. What is no address counts as it is.
    """
    try:
        given = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(given, ipaddress.IPv6Address) and given.ipv4_mapped is not None:
        given = given.ipv4_mapped
    prefix = _IPV4_NETWORK if given.version == 4 else _IPV6_NETWORK
    return str(ipaddress.ip_network((given, prefix), strict=False))
