import { Button } from '@mantine/core';
import type { Progress } from './use-call-form';

interface SubmitButtonProps {
  progress: Progress;
  children: string;
  color?: string;
}

/**
 * The form's one main button; it shows that it waits. Pressing it takes the focus from no field: the message that a
 * field shows when it is left would push the button away from under the pointer.
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
