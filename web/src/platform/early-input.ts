type Field = HTMLInputElement | HTMLTextAreaElement;

const isChoice = (field: Field): field is HTMLInputElement => field.type === 'checkbox' || field.type === 'radio';

/** Writes a field's text as somebody who types does: past React, which notices by the event that follows. */
function type(field: Field, text: string): void {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field) as Field, 'value')?.set?.call(field, text);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

declare global {
  interface Window {
    /** The button or tab that was pressed last before the app listened (index.html); null from then on. */
    earlyPress?: HTMLElement | null;
  }
}

let pressed: HTMLElement | null = null;

/** Takes what was pressed so far; call it when the app begins to listen. */
export function takeEarlyPress(): void {
  pressed = window.earlyPress ?? null;
  window.earlyPress = null;
}

/**
 * Reads what the user chose, typed and pressed in a page that the server rendered, before the app listened. Returns a function that
 * repeats this input; call it when the app has taken the page over. It first resets each field to the value that React knows,
 * so that React notices the change.
 */
export function earlyInput(): () => void {
  const fields = [...document.querySelectorAll<Field>('input:not([type=file]), textarea')];
  const chosen = fields.filter(isChoice).filter((field) => field.checked !== field.defaultChecked);
  const typed = fields
    .filter((field) => !isChoice(field) && field.value !== field.defaultValue)
    .map((field) => [field, field.value] as const);
  return () => {
    for (const field of chosen) {
      field.checked = field.defaultChecked;
      field.click();
    }
    for (const [field, text] of typed) {
      field.value = field.defaultValue;
      type(field, text);
    }
    if (pressed?.isConnected) pressed.click();
    pressed = null;
  };
}

/** Resolves in the next task, so that the browser can paint and answer taps before it. */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
