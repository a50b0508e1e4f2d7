import type alerts from './en/alerts';
import type booking from './en/booking';
import type calendars from './en/calendars';
import type circle from './en/circle';
import type feed from './en/feed';
import type information from './en/information';
import type landing from './en/landing';
import type messages from './en/messages';
import type onboarding from './en/onboarding';
import type pictures from './en/pictures';
import type post from './en/post';
import type privacy from './en/privacy';
import type provider from './en/provider';
import type ratings from './en/ratings';
import type safety from './en/safety';
import type schedule from './en/schedule';
import type search from './en/search';
import type services from './en/services';
import type session from './en/session';
import type settings from './en/settings';
import type share from './en/share';
import type shell from './en/shell';
import type staff from './en/staff';
import type ui from './en/ui';

/** Every namespace of texts; a key that English does not have is a type error. */
export interface Resources {
  alerts: typeof alerts;
  booking: typeof booking;
  calendars: typeof calendars;
  circle: typeof circle;
  feed: typeof feed;
  information: typeof information;
  landing: typeof landing;
  messages: typeof messages;
  onboarding: typeof onboarding;
  pictures: typeof pictures;
  post: typeof post;
  privacy: typeof privacy;
  provider: typeof provider;
  ratings: typeof ratings;
  safety: typeof safety;
  schedule: typeof schedule;
  search: typeof search;
  services: typeof services;
  session: typeof session;
  settings: typeof settings;
  share: typeof share;
  shell: typeof shell;
  staff: typeof staff;
  ui: typeof ui;
}

export type Namespace = keyof Resources;

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'shell';
    resources: Resources;
  }
}
