"""A profile in the form in which events carry it."""

from contracts.events.profiles import PaymentTerms, ProfileFacts, VenueTerms

from profiles.profile.store import Profile


def profile_facts(profile: Profile) -> ProfileFacts:
    """The profile as the other services may know it."""
    return ProfileFacts(
        account_id=profile.account_id,
        completed=profile.completed_at is not None,
        expertise=profile.expertise,
        category=profile.category,
        country=profile.country,
        city=profile.city,
        currency=profile.currency,
        delivery_mode=profile.delivery_mode,
        location_address=profile.location_address,
        contact_phone=profile.contact_phone,
        phone_shown_to=profile.phone_shown_to,
        street_shown_to=profile.street_shown_to,
        payment=PaymentTerms.model_validate(profile.payment),
        venues=VenueTerms.model_validate(profile.venues),
        timezone=profile.timezone,
        bio=profile.bio,
        languages=profile.languages,
        skills=profile.skills,
        avatar=profile.avatar,
        manually_verified=profile.manually_verified,
        away=profile.away,
        away_until=profile.away_until,
        away_message=profile.away_message,
        revision=profile.revision,
    )
