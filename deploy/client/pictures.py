"""Pictures as the web app sends them."""

import base64
import io
import secrets

from PIL import Image


def new_picture() -> str:
    """A picture in a colour of its own."""
    content = io.BytesIO()
    Image.new("RGB", (160, 160), f"#{secrets.token_hex(3)}").save(content, "PNG")
    return base64.b64encode(content.getvalue()).decode()
