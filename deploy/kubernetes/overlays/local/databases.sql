CREATE DATABASE openhours_identity;
CREATE DATABASE openhours_profiles;
CREATE DATABASE openhours_feed;
CREATE DATABASE openhours_booking;
CREATE DATABASE openhours_notifications;
