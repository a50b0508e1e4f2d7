"""The mails as a page, where no mail server is configured."""
