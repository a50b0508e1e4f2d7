import type { ReactNode } from 'react';
import { Button } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { useTranslation } from '@/i18n/use-translation';
import classes from './ProviderInfo.module.css';

interface SectionProps {
  title: string;
  edit?: ReactNode;
  children: ReactNode;
}

/** One section of a provider's profile. */
export function Section({ title, edit, children }: SectionProps) {
  return (
    <section>
      <div className={classes.title}>
        <h2>{title}</h2>
        {edit}
      </div>
      {children}
    </section>
  );
}

interface EditLinkProps {
  /** The section it edits, for its label: screen readers would otherwise hear 'Edit' four times. */
  what: string;
  to?: string;
  onClick?: () => void;
}

/** The owner's link to edit a section. */
export function EditLink({ what, to, onClick }: EditLinkProps) {
  const { t } = useTranslation('provider');
  const shared = {
    size: 'compact-md',
    variant: 'subtle',
    leftSection: <IconPencil size={16} aria-hidden />,
    'aria-label': t('editWhat', { what }),
  } as const;
  return to ? (
    <Button component={Link} to={to} {...shared}>
      {t('edit')}
    </Button>
  ) : (
    <Button onClick={onClick} {...shared}>
      {t('edit')}
    </Button>
  );
}
