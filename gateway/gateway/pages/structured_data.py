"""What a page shows as JSON-LD in the vocabulary of schema.org (product.md 2.8).

A test compares every type, property and value with the vocabulary's own file.
"""

from typing import Any, Final

import orjson
from contracts.languages import TAGS

from gateway.pages.addresses import post_path, provider_path
from gateway.pages.texts import SITE, author_of, provider_name, shortened

JsonLd = dict[str, Any]

CONTEXT: Final = "https://schema.org"
BEST_RATING: Final = 5
WORST_RATING: Final = 1
LONGEST_HEADLINE: Final = 110
_WITH_A_PLACE: Final = frozenset({"in-person", "hybrid"})


def document(nodes: list[JsonLd]) -> JsonLd:
    """The JSON-LD document of these nodes."""
    return {"@context": CONTEXT, "@graph": nodes}


def website(site: str, language: str, description: str) -> list[JsonLd]:
    """The site itself, and who runs it."""
    organization = {
        "@type": "Organization",
        "@id": f"{site}/#organization",
        "name": SITE,
        "url": f"{site}/",
        "logo": f"{site}/favicon.svg",
    }
    page = {
        "@type": "WebSite",
        "@id": f"{site}/#website",
        "name": SITE,
        "url": f"{site}/",
        "inLanguage": language,
        "description": description,
        "publisher": {"@id": organization["@id"]},
    }
    return [organization, page]


def provider(site: str, data: JsonLd, image: str) -> list[JsonLd]:
    """A provider, their services with prices, and their rating.

    Who receives clients somewhere is a LocalBusiness. Who works remotely is a Person, whose rating stands
    beside them: schema.org has `aggregateRating` for businesses and services, not for people.
    """
    account: JsonLd = data["account_data"]
    url = site + provider_path(account["username"] or account["name"])
    node_id = f"{url}#provider"
    local = account["delivery_mode"] in _WITH_A_PLACE
    node = _without_empty(
        {
            "@type": "LocalBusiness" if local else "Person",
            "@id": node_id,
            "name": account["name"] or account["username"],
            "url": url,
            "image": image,
            "description": shortened(account["bio"], 500),
            "jobTitle": "" if local else account["expertise"],
            "slogan": account["expertise"] if local else "",
            "telephone": account["contact_phone"],
            "address": _address(account),
            "knowsLanguage": _languages(account),
        }
    )
    rating = _rating(data["rating_summary"])
    nodes = [node, *_services(account, node_id, url)]
    if rating and local:
        node["aggregateRating"] = rating
    elif rating:
        nodes.append({**rating, "@id": f"{url}#rating", "itemReviewed": {"@id": node_id}})
    return nodes


def post(site: str, data: JsonLd) -> list[JsonLd]:
    """A post with its author and pictures."""
    name, username = author_of(data)
    url = site + post_path(data["original_post_id"] or data["post_id"])
    author = {"@type": "Person", "name": name, "url": site + provider_path(username) if username else ""}
    return [
        _without_empty(
            {
                "@type": "SocialMediaPosting",
                "@id": f"{url}#post",
                "url": url,
                "headline": shortened(data["post_brief"], LONGEST_HEADLINE),
                "articleBody": data["post_brief"],
                "datePublished": data["post_date"],
                "author": _without_empty(author),
                "image": [site + path for path in pictures_of(data)],
                "keywords": ", ".join(orjson.loads(data["tags"] or "[]")),
                "commentCount": data["comment_count"],
            }
        )
    ]


def breadcrumbs(steps: list[tuple[str, str]]) -> JsonLd:
    """The way to a page: names and addresses, from the start."""
    return {
        "@type": "BreadcrumbList",
        "itemListElement": [
            {"@type": "ListItem", "position": position, "name": name, "item": {"@id": address}}
            for position, (name, address) in enumerate(steps, 1)
        ],
    }


def pictures_of(data: JsonLd) -> list[str]:
    """The media paths of a post's pictures, as JPEG."""
    if data["media_name"] in {"", "none"}:
        return []
    return [f"{path.rpartition('/')[0]}/full.jpg" for path in orjson.loads(data["media_name"])]


def _services(account: JsonLd, provider_id: str, url: str) -> list[JsonLd]:
    return [
        _without_empty(
            {
                "@type": "Service",
                "@id": f"{url}#service-{service['service_id']}",
                "name": service["service"],
                "description": shortened(service["brief"], 500),
                "serviceType": provider_name(account),
                "provider": {"@id": provider_id},
                "offers": _offer(service, url),
            }
        )
        for service in orjson.loads(account["services"] or "[]")
    ]


def _offer(service: JsonLd, url: str) -> JsonLd:
    """What a service costs; nothing of a price that is named on request."""
    kind = service.get("price_kind", "fixed")
    currency = service["currency"].partition("-")[0]
    if kind == "on_request":
        return {}
    if kind != "from":
        return {"@type": "Offer", "price": service["cost"], "priceCurrency": currency, "url": url}
    lowest = {"@type": "PriceSpecification", "minPrice": service["cost"], "priceCurrency": currency}
    return {"@type": "Offer", "priceSpecification": lowest, "url": url}


def _address(account: JsonLd) -> JsonLd:
    place = _without_empty(
        {
            "streetAddress": account["location_address"],
            "addressLocality": account["city"],
            "addressCountry": account["country"].rpartition("-")[2],
        }
    )
    return {"@type": "PostalAddress", **place} if place else {}


def _languages(account: JsonLd) -> list[str]:
    spoken: list[str] = orjson.loads(account["languages"] or "[]")
    return [TAGS.get(language.lower(), language) for language in spoken]


def _rating(summary: JsonLd) -> JsonLd:
    if not summary["reviews"]:
        return {}
    return {
        "@type": "AggregateRating",
        "ratingValue": round(summary["rating"], 2),
        "ratingCount": summary["reviews"],
        "bestRating": BEST_RATING,
        "worstRating": WORST_RATING,
    }


def _without_empty(node: JsonLd) -> JsonLd:
    """`node` without empty texts, lists and nodes. Zeros stay: a service may cost nothing."""
    return {name: value for name, value in node.items() if value not in ("", [], {})}
