"""Moderation: the staff decide reports and set the standing of accounts and posts; every act is recorded."""
