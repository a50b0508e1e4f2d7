"""Every message about bad input, word for word, typos included.

See product.md 8.1. Templates are for `str.format`.
"""

from typing import Final

REQUIRED: Final = "This Field cannot be empty"
REQUIRED_ARRAY: Final = "At least one data is required"
NUMERIC: Final = "This Field can only contain numbers"
SAFE_INPUT: Final = "This Field can only contain alphabets, numbers, underscore or dashes"
EMAIL: Final = "This Field can only contain valid emails. e.g {email}"
TEXT_MIN: Final = "The minimum length required for this field is {n}"
TEXT_MAX: Final = "The maximum length required for this field is {n}"
LENGTH_RANGE: Final = "The text length required for must be between {a} and {b}"

DURATION: Final = "The hour or min field is required"
MEETING_LINK: Final = "You have to provide a valid URL for the meeting link"
ACTION: Final = "Select an action from the drop down."

# These messages are our own.
NOT_AN_OPTION: Final = "Choose one of the offered options"
NOT_TEXT: Final = "This Field can only contain text"
NOT_VALID: Final = "This Field is not valid"
NOT_A_DATE: Final = "This Field can only contain a valid date and time"
TOO_MANY: Final = "The maximum number of entries for this field is {n}"
NUMBER_MIN: Final = "The smallest number for this field is {n}"
NUMBER_MAX: Final = "The largest number for this field is {n}"
NUMBER_RANGE: Final = "This field takes a whole number from {a} to {b}"
DURATION_STEP: Final = "The duration must be a multiple of 5 minutes and less than 24 hours"

ACTION_MESSAGES: Final[dict[str, str]] = {
    "action_required": ACTION,
    "comment_needs_sign_in": (
        "You have to be sign in and also complete a sesssion with this provider "
        "to be able to comment on their post."
    ),
    "comment_needs_session": (
        "You have to complete a sesssion with this provider to be able to comment on their post."
    ),
    "complete_before_start": "You can't complete an appointment before the agreed start time.",
    "concern_required": "You need to select at least 1 concern",
    "duration_required": DURATION,
    "edit_needs_image": "You have to at least upload one image before you can edit ",
    "guest_cannot_act": "You need to sign in or create an account to be able to use this function",
    "guest_cannot_bookmark": "You need to create an account to be able to bookmark services.",
    "meeting_link": MEETING_LINK,
    "no_report_details": "No additional details was provided",
    "ongoing_session": "You can't start another session if there is an ongoing session",
    "post_needs_image_and_caption": "You have to upload an image & a caption",
    "post_needs_content": "You need to compose a post and upload an image to post your content.",
    "post_needs_provider": (
        "You can only post content if you become a service provider. It only takes a few seconds."
    ),
    "post_tags_exhausted": "You have already included all your services as tags.",
    "price_changed": "The price or duration of a selected service has changed.",
    "slot_taken": "This time has just been taken. Please choose another.",
    "temporary_server_issue": "Temporary server issue",
    "terms_changed": "The terms for cancelling have changed. Please read them again.",
    "too_many_images": "You can't upload more than 8 images at once ",
}
"""Messages about an action, not about one field."""
