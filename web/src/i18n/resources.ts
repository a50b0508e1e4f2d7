import type alerts from './en/alerts.json';
import type booking from './en/booking.json';
import type calendars from './en/calendars.json';
import type circle from './en/circle.json';
import type clients from './en/clients.json';
import type diary from './en/diary.json';
import type feed from './en/feed.json';
import type figures from './en/figures.json';
import type information from './en/information.json';
import type landing from './en/landing.json';
import type limits from './en/limits.json';
import type messages from './en/messages.json';
import type onboarding from './en/onboarding.json';
import type pictures from './en/pictures.json';
import type post from './en/post.json';
import type privacy from './en/privacy.json';
import type provider from './en/provider.json';
import type ratings from './en/ratings.json';
import type reminders from './en/reminders.json';
import type safety from './en/safety.json';
import type schedule from './en/schedule.json';
import type search from './en/search.json';
import type security from './en/security.json';
import type services from './en/services.json';
import type session from './en/session.json';
import type settings from './en/settings.json';
import type share from './en/share.json';
import type shell from './en/shell.json';
import type staff from './en/staff.json';
import type ui from './en/ui.json';
import type venues from './en/venues.json';

/** Every namespace of texts; a key that English does not have is a type error. */
export interface Resources {
  alerts: typeof alerts;
  booking: typeof booking;
  calendars: typeof calendars;
  circle: typeof circle;
  clients: typeof clients;
  diary: typeof diary;
  feed: typeof feed;
  figures: typeof figures;
  information: typeof information;
  landing: typeof landing;
  limits: typeof limits;
  messages: typeof messages;
  onboarding: typeof onboarding;
  pictures: typeof pictures;
  post: typeof post;
  privacy: typeof privacy;
  provider: typeof provider;
  ratings: typeof ratings;
  reminders: typeof reminders;
  safety: typeof safety;
  schedule: typeof schedule;
  search: typeof search;
  security: typeof security;
  services: typeof services;
  session: typeof session;
  settings: typeof settings;
  share: typeof share;
  shell: typeof shell;
  staff: typeof staff;
  ui: typeof ui;
  venues: typeof venues;
}

export type Namespace = keyof Resources;

type PluralForm = 'zero' | 'one' | 'two' | 'few' | 'many' | 'other';
type WithoutForm<Key extends string> = Key extends `${infer Bare}_${PluralForm}` ? Bare : Key;
type KeysIn<Texts, Path extends string = ''> = {
  [Key in keyof Texts & string]: Texts[Key] extends string ? `${Path}${WithoutForm<Key>}` : KeysIn<Texts[Key], `${Path}${Key}.`>;
}[keyof Texts & string];

/** The keys of a namespace's texts, such as 'filter.pending'. Plural forms are one key. */
export type TextKey<Of extends Namespace = 'shell'> = { [Each in Of]: KeysIn<Resources[Each]> }[Of];
/** The keys with their namespace: 'ui:close'. */
export type FullTextKey = { [Each in Namespace]: `${Each}:${TextKey<Each>}` }[Namespace];
