"""Every field of every form (product.md 8.2).

Each name is an annotated type for the request models of services; `call_fields` holds the same objects for
the web.
"""

from decimal import Decimal
from typing import Annotated, Final

from pydantic import Field as LimitedNumber

from contracts.intake import MOST_QUESTIONS
from contracts.rules import checks, messages
from contracts.rules.checks import LengthRange, OneOf, Required, TextMax, TextMin
from contracts.rules.lists import BlankIsNone, DistinctEntries, EntryCount, JsonList
from contracts.rules.numbers import PlainDecimal
from contracts.rules.options import (
    CANCEL_REASONS,
    CATEGORIES,
    CONFIRMATIONS,
    CONTACT_AUDIENCES,
    DELIVERY_MODES,
    LANGUAGES,
    LATE_CANCELLATIONS,
    PRICE_KINDS,
    QUESTION_KINDS,
    REMOTE_KINDS,
    REPORT_ACTIONS,
    REQUEST_TOPICS,
    TAXES_INCLUDED,
    WEEKDAYS,
)
from contracts.rules.places import with_country_code, with_known_currency
from contracts.rules.text import Amount, Text, WholeNumber
from contracts.rules.typed import as_file_name, dialled, on_one_line

_REQUIRED: Final = Required()
_SOME_TEXT: Final = (_REQUIRED, checks.VISIBLE)
_DAY: Final = 24 * 60


def _whole(text: Text, minimum: int, maximum: int) -> WholeNumber:
    """A whole number that says its limits."""
    return WholeNumber(text, minimum, maximum, messages.NUMBER_RANGE.format(a=minimum, b=maximum))


# Names, addresses, passwords
person_name: Final = Text(_REQUIRED, checks.SAFE_TEXT, LengthRange(3, 120))
email: Final = Text(_REQUIRED, TextMax(254), checks.EMAIL, normalize=str.lower)
password: Final = Text(_REQUIRED, TextMin(8), TextMax(128))
username: Final = Text(
    _REQUIRED, checks.USERNAME, LengthRange(3, 40), normalize=lambda text: "_".join(text.split())
)
confirmation_code: Final = Text(_REQUIRED, checks.NUMERIC, LengthRange(6, 6))
phone: Final = Text(checks.NUMERIC, LengthRange(6, 16))

# Profile
category: Final = Text(_REQUIRED, OneOf(CATEGORIES))
expertise: Final = Text(_REQUIRED, checks.SAFE_TEXT, LengthRange(3, 60))
contact_phone: Final = Text(_REQUIRED, checks.NUMERIC, LengthRange(6, 16))
country: Final = Text(_REQUIRED, checks.SAFE_TEXT, LengthRange(6, 60), interpret=with_country_code)
city: Final = Text(_REQUIRED, checks.SAFE_TEXT, LengthRange(3, 60))
currency: Final = Text(_REQUIRED, checks.SAFE_TEXT, LengthRange(2, 6), interpret=with_known_currency)
location_address: Final = Text(*_SOME_TEXT, LengthRange(3, 150))
contact_audience: Final = Text(OneOf(CONTACT_AUDIENCES))
delivery_mode: Final = Text(_REQUIRED, checks.SAFE_TEXT, LengthRange(3, 12), OneOf(DELIVERY_MODES))
bio: Final = Text(*_SOME_TEXT, LengthRange(3, 500))
skill: Final = Text(checks.VISIBLE, TextMax(60))
perk: Final = Text(checks.VISIBLE, TextMax(300))
away_message: Final = Text(TextMax(300))
language: Final = Text(_REQUIRED, OneOf(LANGUAGES))
skill_entries: Final = EntryCount(1, 50)

# Services
service: Final = Text(*_SOME_TEXT, LengthRange(3, 150))
duration: Final = WholeNumber(
    Text(Required(messages.DURATION), checks.NUMERIC), 5, _DAY - 5, messages.DURATION_STEP, step=5
)
cost: Final = Amount(Text(_REQUIRED, checks.AMOUNT, TextMax(12)), words={"zero": 0})
service_brief: Final = Text(TextMax(500))
service_buffer: Final = _whole(Text(_REQUIRED, checks.NUMERIC), 0, 240)
service_notice: Final = _whole(Text(checks.NUMERIC), 0, 30 * _DAY)
service_horizon: Final = _whole(Text(checks.NUMERIC), 1, 730)
most_per_day: Final = _whole(Text(checks.NUMERIC), 1, 100)
most_per_week: Final = _whole(Text(checks.NUMERIC), 1, 500)
weekday: Final = Text(_REQUIRED, OneOf(WEEKDAYS))
weekday_entries: Final = EntryCount(0, 7)
confirmation: Final = Text(_REQUIRED, OneOf(CONFIRMATIONS))
price_kind: Final = Text(_REQUIRED, OneOf(PRICE_KINDS))
taxes_included: Final = Text(OneOf(TAXES_INCLUDED))
free_cancellation_hours: Final = _whole(Text(checks.NUMERIC), 0, 720)
late_cancellation: Final = Text(_REQUIRED, OneOf(LATE_CANCELLATIONS))
cancellation_words: Final = Text(TextMax(500))
question_entries: Final = EntryCount(0, MOST_QUESTIONS)
question_text: Final = Text(*_SOME_TEXT, LengthRange(3, 300))
question_kind: Final = Text(_REQUIRED, OneOf(QUESTION_KINDS))
question_option: Final = Text(*_SOME_TEXT, TextMax(100))

# Bookings, reviews, reports, posts
booking_brief: Final = Text(TextMax(500))
short_answer: Final = Text(TextMax(200))
long_answer: Final = Text(TextMax(2000))
number_answer: Final = Text(checks.DECIMAL, TextMax(20))
booking_feedback: Final = Text(TextMax(300))
cancel_reason: Final = Text(OneOf(CANCEL_REASONS))
no_show_contest: Final = Text(*_SOME_TEXT, TextMax(300))
reminder_minutes: Final = _whole(Text(_REQUIRED, checks.NUMERIC), 10, 28 * _DAY)
follow_up_hours: Final = _whole(Text(checks.NUMERIC), 1, 720)
own_subject: Final = Text(*_SOME_TEXT, TextMax(120))
own_text: Final = Text(*_SOME_TEXT, TextMax(2000))
calendar_name: Final = Text(*_SOME_TEXT, TextMax(60))
calendar_url: Final = Text(_REQUIRED, TextMax(2000))
meeting_link: Final = Text(TextMax(500), checks.MEETING_LINK)
agreed_place: Final = Text(TextMax(500))
place_name: Final = Text(*_SOME_TEXT, TextMax(60))
place_street: Final = Text(*_SOME_TEXT, LengthRange(3, 150))
postcode: Final = Text(*_SOME_TEXT, TextMax(12))
place_note: Final = Text(TextMax(300))
place_entries: Final = EntryCount(0, 20)
area_postcode: Final = Text(*_SOME_TEXT, TextMax(12))
area_postcodes: Final = EntryCount(0, 200)
area_radius: Final = _whole(Text(checks.NUMERIC), 1, 500)
remote_kind: Final = Text(OneOf(REMOTE_KINDS))
remote_link: Final = Text(TextMax(500))
remote_server: Final = Text(TextMax(200))
review_feedback: Final = Text(*_SOME_TEXT, TextMin(8), TextMax(500))
rating_answer: Final = Text(*_SOME_TEXT, TextMax(1000))
rating: Final = WholeNumber(Text(_REQUIRED, checks.NUMERIC, TextMax(1)), 1, 5, messages.NOT_AN_OPTION)
yes_or_no: Final = Text(_REQUIRED, OneOf(("yes", "no")))
report_additional: Final = Text(LengthRange(3, 500))
comment: Final = Text(*_SOME_TEXT, TextMax(500))
repost_brief: Final = Text(TextMax(500))
post_brief: Final = Text(*_SOME_TEXT, TextMax(500))
tag: Final = Text(checks.VISIBLE, TextMax(60))
message_text: Final = Text(*_SOME_TEXT, LengthRange(1, 1000))
payment_note: Final = Text(TextMax(300))
client_name: Final = Text(*_SOME_TEXT, TextMax(120), normalize=on_one_line)
client_email: Final = Text(TextMax(254), checks.EMAIL, normalize=str.lower)
client_phone: Final = Text(checks.NUMERIC, LengthRange(6, 16), normalize=dialled)
client_note: Final = Text(TextMax(5000))
client_file_name: Final = Text(*_SOME_TEXT, TextMax(120), normalize=as_file_name)
client_tag: Final = Text(checks.VISIBLE, TextMax(40))
client_tags: Final = EntryCount(0, 20)

# What providers enter in their own calendar
entry_day: Final = Text(_REQUIRED)
entry_time: Final = Text(_REQUIRED)
block_note: Final = Text(TextMax(120))
own_client_name: Final = Text(checks.SAFE_TEXT, TextMax(120))
own_client_email: Final = Text(TextMax(254), checks.EMAIL, normalize=str.lower)
move_told_hours: Final = _whole(Text(checks.NUMERIC), 0, 720)
own_duration: Final = _whole(Text(checks.NUMERIC), 5, _DAY)
own_cost: Final = Amount(Text(checks.AMOUNT, TextMax(12)), words={"zero": 0})

# Requests to the staff, and texts of the staff
request_topic: Final = Text(_REQUIRED, OneOf(REQUEST_TOPICS))
request_text: Final = Text(*_SOME_TEXT, LengthRange(10, 2000))
request_answer: Final = Text(*_SOME_TEXT, LengthRange(3, 2000))
report_action: Final = Text(Required(messages.ACTION), OneOf(REPORT_ACTIONS, messages.ACTION))
staff_note: Final = Text(TextMax(500))
staff_reason: Final = Text(*_SOME_TEXT, LengthRange(3, 500))
action: Final = Text(Required(messages.ACTION))

PersonName = Annotated[str, person_name]
GuestName = PersonName
AccountName = PersonName
Email = Annotated[str, email]
"""A mail address, stored in lower case, so that one address is one account."""
ConfirmationCode = Annotated[str, confirmation_code]
"""The six digits of the mail that asks for a confirmation."""
Password = Annotated[str, password]
"""A new password: 8 to 128 characters."""
Username = Annotated[str, username]
"""A brand name as part of a web address: spaces become underscores (api.md 1)."""
Phone = Annotated[str, phone]
"""A telephone number; may be empty."""
Category = Annotated[str, category]
Expertise = Annotated[str, expertise]
ContactPhone = Annotated[str, contact_phone]
Country = Annotated[str, country]
"""Name and ISO code with a dash between them: 'Peru-PE'."""
City = Annotated[str, city]
Currency = Annotated[str, currency]
"""Currency code and country code with a dash between them: 'EUR-DE'."""
LocationAddress = Annotated[str, location_address]
ContactAudience = Annotated[str, contact_audience]
"""Who may see a telephone number or street; empty keeps what was chosen."""
DeliveryMode = Annotated[str, delivery_mode]
Bio = Annotated[str, bio]
Skills = Annotated[JsonList[Annotated[str, skill]], DistinctEntries, skill_entries]
Perks = Annotated[JsonList[Annotated[str, perk]], DistinctEntries, skill_entries]
AwayMessage = Annotated[str, away_message]
"""What a provider who is away says to visitors; may be empty."""
Languages = Annotated[JsonList[Annotated[str, language]], DistinctEntries, skill_entries]
ServiceName = Annotated[str, service]
DurationMinutes = Annotated[int, duration]
"""A duration of 5 minutes to 23 hours 55 minutes, in steps of 5."""
Cost = Annotated[Decimal, cost]
"""Units of the currency, with its decimals; 'zero' means free. `contracts.reference.minor_units` converts it
and raises when they are too many.
"""
ServiceBrief = Annotated[str, service_brief]
ServiceBuffer = Annotated[int, service_buffer]
"""Minutes before or after each session of a service."""
ServiceNotice = Annotated[Annotated[int, service_notice] | None, BlankIsNone]
"""Minutes; None as the provider's hours say."""
ServiceHorizon = Annotated[Annotated[int, service_horizon] | None, BlankIsNone]
"""Days; None as the provider's hours say."""
MostPerDay = Annotated[Annotated[int, most_per_day] | None, BlankIsNone]
"""Sessions; None without a limit."""
MostPerWeek = Annotated[Annotated[int, most_per_week] | None, BlankIsNone]
"""Sessions from Monday to Sunday; None without a limit."""
OfferedDays = Annotated[JsonList[Annotated[str, weekday]], DistinctEntries, weekday_entries]
"""Weekdays; none means every day."""
Confirmation = Annotated[str, confirmation]
PriceKind = Annotated[str, price_kind]
TaxesIncluded = Annotated[str, taxes_included]
"""Whether taxes are in the price; empty says nothing."""
FreeCancellationHours = Annotated[Annotated[int, free_cancellation_hours] | None, BlankIsNone]
"""Hours before the start; None without terms for cancelling."""
LateCancellation = Annotated[str, late_cancellation]
CancellationWords = Annotated[str, cancellation_words]
BookingBrief = Annotated[str, booking_brief]
BookingFeedback = Annotated[str, booking_feedback]
CancelReason = Annotated[str, cancel_reason]
"""Why an appointment is cancelled; may be empty."""
NoShowContest = Annotated[str, no_show_contest]
ReminderMinutes = Annotated[int, reminder_minutes]
"""How many minutes before a session a reminder comes."""
FollowUpHours = Annotated[Annotated[int, follow_up_hours] | None, BlankIsNone]
"""How many hours after its completion the client of an appointment is mailed; '' for never."""
OwnSubject = Annotated[str, own_subject]
OwnText = Annotated[str, own_text]
"""What a provider's clients are mailed in place of the standard text."""
MeetingLink = Annotated[str, meeting_link]
"""An https address; empty where none is needed."""
AgreedPlace = Annotated[str, agreed_place]
"""Where an appointment is held from now on: a link or an address, by its mode."""
PlaceName = Annotated[str, place_name]
PlaceStreet = Annotated[str, place_street]
"""Street and house number, with further lines of the address."""
Postcode = Annotated[str, postcode]
PlaceNote = Annotated[str, place_note]
"""How to find a place; may be empty."""
PlaceIds = Annotated[JsonList[Annotated[str, Text(_REQUIRED, TextMax(64))]], DistinctEntries, place_entries]
"""Places of a provider."""
AreaPostcodes = Annotated[JsonList[Annotated[str, area_postcode]], DistinctEntries, area_postcodes]
"""What postcodes begin with; none means all."""
AreaRadius = Annotated[Annotated[int, area_radius] | None, BlankIsNone]
"""Kilometres; None without a radius."""
Latitude = Annotated[float, PlainDecimal, LimitedNumber(ge=-90, le=90, allow_inf_nan=False)]
"""Degrees north."""
Longitude = Annotated[float, PlainDecimal, LimitedNumber(ge=-180, le=180, allow_inf_nan=False)]
"""Degrees east."""
TravelMinutes = Annotated[int, service_buffer]
"""Minutes of travel to or from a client."""
RemoteKind = Annotated[str, remote_kind]
"""How the links of remote sessions come about; empty where each gets its own."""
RemoteLink = Annotated[str, remote_link]
"""A standing link, or a template; what it must be depends on the kind."""
RemoteServer = Annotated[str, remote_server]
ReviewFeedback = Annotated[str, review_feedback]
Rating = Annotated[int, rating]
RatingAnswer = Annotated[str, rating_answer]
YesOrNo = Annotated[str, yes_or_no]
ReportAdditional = Annotated[str, report_additional]
Comment = Annotated[str, comment]
RepostBrief = Annotated[str, repost_brief]
PostBrief = Annotated[str, post_brief]
Tags = Annotated[JsonList[Annotated[str, tag]], DistinctEntries, EntryCount(0, 30)]
MessageText = Annotated[str, message_text]
PaymentNote = Annotated[str, payment_note]
ClientPhone = Annotated[str, client_phone]
"""What a provider dials for a client; may be empty."""
ClientNote = Annotated[str, client_note]
ClientFileName = Annotated[str, client_file_name]
ClientTags = Annotated[JsonList[Annotated[str, client_tag]], DistinctEntries, client_tags]

BlockNote = Annotated[str, block_note]
OwnClientName = Annotated[str, own_client_name]
OwnClientEmail = Annotated[str, own_client_email]
MoveToldHours = Annotated[Annotated[int, move_told_hours] | None, BlankIsNone]
OwnDuration = Annotated[Annotated[int, own_duration] | None, BlankIsNone]
OwnCost = Annotated[Annotated[Decimal, own_cost] | None, BlankIsNone]
RequestTopic = Annotated[str, request_topic]
RequestText = Annotated[str, request_text]
RequestAnswer = Annotated[str, request_answer]
ReportAction = Annotated[str, report_action]
StaffNote = Annotated[str, staff_note]
"""A text of the staff for the person concerned; may be empty."""
StaffReason = Annotated[str, staff_reason]
"""A text of the staff for the person concerned; required."""

Field = Text | WholeNumber | Amount | EntryCount
