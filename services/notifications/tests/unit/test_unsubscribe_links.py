"""The secret in an unsubscribe link: whose it is, and which mails it stops."""

from chassis.key_files import sealing_keys
from chassis.sealing import Sealing
from cryptography.fernet import Fernet
from notifications.sealing import use_sealing
from notifications.unsubscribe.rules import account_of_secret, link_secret, read_token, unsubscribe_link
from pydantic import SecretStr


def test_the_secret_of_a_link_names_its_account_and_no_other_text_does() -> None:
    key, next_key = (SecretStr(Fernet.generate_key().decode()) for _ in range(2))
    use_sealing(Sealing(sealing_keys(key, None, create=False)))
    secret = link_secret("account")
    assert secret == link_secret("account")
    assert secret.partition("~")[0] == "account"
    link = unsubscribe_link("https://openhours.test/", "account", "posts")
    assert link == f"https://openhours.test/unsubscribe?token={secret}.posts"
    assert read_token(f"{secret}.posts") == (secret, "posts")
    assert account_of_secret(secret) == "account"
    both = SecretStr(f"{next_key.get_secret_value()}\\n{key.get_secret_value()}")
    use_sealing(Sealing(sealing_keys(both, None, create=False)))
    assert account_of_secret(secret) == "account", "links of before a new key go on working"
    for wrong in (
        f"another{secret}",
        secret[:-2],
        f"{secret}A",
        "account~",
        "account",
        "~",
        "",
        "ü~ü",
        "a~\0",
    ):
        assert account_of_secret(wrong) is None, wrong
    use_sealing(Sealing(sealing_keys(next_key, None, create=False)))
    assert account_of_secret(secret) is None
    for token in (f"{secret}.safety", f"{secret}.weather", secret, ".posts", "posts", "", f"{secret}posts"):
        assert read_token(token) is None, token
    assert read_token("a.b.posts") == ("a.b", "posts")
