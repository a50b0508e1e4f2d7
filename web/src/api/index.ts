// What every page needs. comments.ts is imported by its own path, to keep it out of the first load.
export * from './alerts';
export * from './appointments';
export { askIn, type Ask } from './ask';
export { api, pageTakenOver, type AnsweredQueries } from './root-api';
export type { CallArgs, CallMeta } from './call';
export { changedAnswersReducer } from './changed-answers';
export * from './envelope';
export { useFetchFile } from './fetch-file';
export { parseJsonList, parseTextList } from './json-lists';
export * from './login';
export * from './missing';
export { openhoursApi, readableOffline, whole } from './openhours';
export { datedAnswers, type DatedAnswers } from './offline/dated-answers';
export {
  outboxRead,
  outboxReducer,
  selectWaitingWrites,
  useWaitingWrites,
  writeGone,
  writeKept,
  type OutboxState,
  type UnsentWrite,
} from './offline/outbox-state';
export * from './overlay';
export * from './posts';
export { pictureApi } from './pictures';
export * from './session';
export { useStepUpAsked } from './step-up';
export type * from './types';
