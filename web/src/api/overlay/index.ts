export { mustShow, updateKind, type ShownAt, type UpdateKind } from './kinds';
export { overlay, showUntilSettled, showUpdate, showWhileSaving } from './middleware';
export { isKnown, overlayReducer, type Update, type WithOverlay } from './state';
