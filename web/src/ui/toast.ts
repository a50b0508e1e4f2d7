import { createElement, type ReactNode } from 'react';
import { text } from '@/i18n';
import { feel, type Feedback } from '@/platform/haptics';
import classes from './toast.module.css';

/** How long a toast stays, in milliseconds (product.md 2.6). */
const toastDuration = 2500;

let hasToasts = false;
const listeners = new Set<() => void>();

/** Calls the listener when the first toast is about to be shown: not before, their container is needed. Returns how to stop that. */
export function onFirstToast(listener: () => void): () => void {
  if (hasToasts) listener();
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Calls that fail together for one reason say so once: how long they are together, in milliseconds. */
const together = 500;

/** The newest toast of each message, by its kind and text. */
const newest = new Map<string, { id: string; since: number }>();
let count = 0;

/** Shows a message; one that is already shown gives way to it, so that it is seen to come again. */
function show(key: string, message: ReactNode, color: string): void {
  hasToasts = true;
  listeners.forEach((listener) => listener());
  void import('@mantine/notifications').then(({ notifications, notificationsStore }) => {
    const former = newest.get(key);
    const { notifications: shown, queue } = notificationsStore.getState();
    const isShown = [...shown, ...queue].some(({ id }) => id === former?.id);
    const since = Date.now();
    if (former && isShown && since - former.since < together) return;
    if (former) notifications.hide(former.id);
    const id = `${key}:${++count}`;
    newest.set(key, { id, since });
    notifications.show({ id, message, color, autoClose: toastDuration, closeButtonProps: { 'aria-label': text('ui:close') } });
  });
}

function hide(key: string): void {
  void import('@mantine/notifications').then(({ notifications }) => notifications.hide(newest.get(key)?.id ?? key));
}

/** A message with a button. */
function offer(message: string, label: string, act: () => void): void {
  const key = `offer:${message}`;
  const onClick = () => {
    hide(key);
    act();
  };
  const button = createElement('button', { key: 'act', type: 'button', className: classes.act, onClick }, label);
  show(key, [message, ' ', button], 'brand');
}

function say(message: string, color: string, feedback: Feedback, kind: string): void {
  feel(feedback);
  show(`${kind}:${message}`, message, color);
}

/** Shows a short message at the bottom. The same message is not shown twice at once; when it comes again, its time begins anew. */
export const toast = {
  done: (message: string) => say(message, 'brand', 'success', 'done'),
  failed: (message: string) => say(message, 'red', 'error', 'failed'),
  offer,
};
