"""Letters about decisions of the staff, and their answers."""

from contracts.events.profiles import UserRequestAnswered

from notifications.safety.rules import Decision
from notifications.templates.catalogue import catalogue
from notifications.templates.letters import Detail, Enclosed, Letter, Quote, write_letter
from notifications.templates.phrases import plain_name


def decision_letter(decision: Decision, public_url: str, language: str) -> Letter:
    """What was decided, which concern it is about, and what the staff wrote."""
    spoken = catalogue(language)
    title, note = plain_name(spoken.concern(decision.title)), decision.note.strip()
    enclosed = Enclosed(
        link=f"{public_url.rstrip('/')}{decision.url}",
        details=(Detail(spoken.labels["concern"], (title,)),) if title else (),
        quote=Quote(spoken.labels["from_us"], note) if note else None,
    )
    return write_letter(decision.letter, {}, enclosed, language)


def answer_letter(event: UserRequestAnswered, public_url: str) -> Letter:
    """What somebody asked, and what is answered, in the language in which they asked."""
    spoken = catalogue(event.language)
    enclosed = Enclosed(
        link=f"{public_url.rstrip('/')}/user_request",
        details=(Detail(spoken.labels["you_asked"], (event.question.strip(),)),),
        quote=Quote(spoken.labels["answer"], event.answer.strip()),
        why=spoken.common.why_asked,
    )
    return write_letter("request_answered", {}, enclosed, event.language)
