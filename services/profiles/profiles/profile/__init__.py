"""The provider's profile: what it is, its skills, its policy and perks."""
