import { Button } from '@mantine/core';
import type { Progress } from './use-call-form';

interface SubmitButtonProps {
  progress: Progress;
  children: string;
  color?: string;
}

/**
 * The form's one main button; shows a spinner while sending. Pressing it does not blur the active field, because that
 * field's message would move the button away from the pointer.
 */
export function SubmitButton({ progress, children, color }: SubmitButtonProps) {
  return (
    <Button
      type="submit"
      fullWidth
      size="lg"
      loading={progress === 'processing'}
      onMouseDown={(event) => event.preventDefault()}
      {...(color ? { color } : {})}
    >
      {children}
    </Button>
  );
}
