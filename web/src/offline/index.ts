export { pruneAnswers, storeAnswer, storedAnswer, type StoredAnswer } from './answers';
export { eraseForeign } from './database';
export * from './outbox';
