"""Services in answers: the plain values of long lists have the fields of the model that is documented."""

from typing import get_type_hints

from profiles.services.schemas import ServiceData
from profiles.services.serializers import ServiceJson


def test_plain_values_have_the_fields_of_the_documented_model() -> None:
    documented = {name: field.annotation for name, field in ServiceData.model_fields.items()}
    assert list(get_type_hints(ServiceJson).items()) == list(documented.items())
