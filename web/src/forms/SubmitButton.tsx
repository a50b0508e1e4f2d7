import { Button } from '@mantine/core';
import type { Progress } from './useCallForm';

interface SubmitButtonProps {
  progress: Progress;
  children: string;
  color?: string;
}

/** The form's one main button; it shows that it waits. */
export function SubmitButton({ progress, children, color }: SubmitButtonProps) {
  return (
    <Button type="submit" fullWidth size="lg" loading={progress === 'processing'} {...(color ? { color } : {})}>
      {children}
    </Button>
  );
}
