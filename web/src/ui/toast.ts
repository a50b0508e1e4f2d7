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

function show(id: string, message: ReactNode, color: string): void {
  hasToasts = true;
  listeners.forEach((listener) => listener());
  void import('@mantine/notifications').then(({ notifications }) => {
    notifications.show({ id, message, color, autoClose: toastDuration, closeButtonProps: { 'aria-label': text('ui:close') } });
  });
}

function hide(id: string): void {
  void import('@mantine/notifications').then(({ notifications }) => notifications.hide(id));
}

/** A message with a button. */
function offer(message: string, label: string, act: () => void): void {
  const id = `offer:${message}`;
  const onClick = () => {
    hide(id);
    act();
  };
  const button = createElement('button', { key: 'act', type: 'button', className: classes.act, onClick }, label);
  show(id, [message, ' ', button], 'brand');
}

function say(message: string, color: string, feedback: Feedback, kind: string): void {
  feel(feedback);
  show(`${kind}:${message}`, message, color);
}

/** Shows a short message at the bottom. The same message is not shown twice at once. */
export const toast = {
  done: (message: string) => say(message, 'brand', 'success', 'done'),
  failed: (message: string) => say(message, 'red', 'error', 'failed'),
  offer,
};
