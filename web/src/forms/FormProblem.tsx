import { Alert } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';

/** An error of the whole form, announced when it appears. */
export function FormProblem({ children }: { children: string | null }) {
  return (
    <div aria-live="polite">
      {children ? (
        <Alert
          color="red"
          variant="light"
          icon={<IconAlertCircle size={20} aria-hidden />}
          mb="md"
          styles={{ message: { color: 'var(--danger)' } }}
        >
          {children}
        </Alert>
      ) : null}
    </div>
  );
}
