export type { SessionData } from '../generated/openhours';
