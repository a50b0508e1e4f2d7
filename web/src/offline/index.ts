export { pruneAnswers, storeAnswer, storedAnswer } from './answers';
export { eraseForeign, type StoredAnswer, type WaitingKind, type WaitingWrite } from './database';
export * from './outbox';
