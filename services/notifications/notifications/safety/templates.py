"""Letters about decisions of the staff, and their answers."""

from contracts.events.profiles import UserRequestAnswered

from notifications.safety.rules import Decision
from notifications.templates.formatting import one_line_name
from notifications.templates.mails import MailContent, MailDetail, MailParts, MailQuote, render_mail
from notifications.templates.translations import translations


def render_decision(decision: Decision, public_url: str, language: str) -> MailContent:
    """What was decided, which concern or device it is about, and what the staff wrote."""
    spoken = translations(language)
    title, note = one_line_name(spoken.concern(decision.title)), decision.note.strip()
    details = {"concern": title, "device": decision.device}
    parts = MailParts(
        link=f"{public_url.rstrip('/')}{decision.url}",
        details=tuple(MailDetail(spoken.labels[name], (text,)) for name, text in details.items() if text),
        quote=MailQuote(spoken.labels["from_us"], note) if note else None,
    )
    return render_mail(decision.mail, {}, parts, language)


def render_answer(event: UserRequestAnswered, public_url: str, *, quotes_question: bool) -> MailContent:
    """The answer, with its question if that may be quoted, in the language of the request."""
    spoken = translations(event.language)
    question = MailDetail(spoken.labels["you_asked"], (event.question.strip(),))
    parts = MailParts(
        link=f"{public_url.rstrip('/')}/user_request",
        details=(question,) if quotes_question else (),
        quote=MailQuote(spoken.labels["answer"], event.answer.strip()),
        why=spoken.common.why_asked,
    )
    return render_mail("request_answered", {}, parts, event.language)
