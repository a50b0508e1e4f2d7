import type { ReactNode } from 'react';
import { Badge } from '@mantine/core';
import { IconRosetteDiscountCheck, IconStarFilled } from '@tabler/icons-react';
import type { AccountData } from '@/api';
import { placeName } from '@/forms/places';
import { useTranslation } from '@/i18n/use-translation';
import { Avatar } from '@/ui';
import classes from './ProviderHeader.module.css';

interface ProviderHeaderProps {
  provider: AccountData;
  /** A level 2 heading where the page has its own title. */
  heading?: 'h1' | 'h2';
  children?: ReactNode;
}

/** The provider's picture, display name with the username beside it, expertise, place and verification (product.md 3.1). */
export function ProviderHeader({ provider, heading: Heading = 'h1', children }: ProviderHeaderProps) {
  const { t, i18n } = useTranslation(['provider', 'ui']);
  const place = [provider.city, placeName(provider.country, i18n.language)].filter(Boolean).join(', ');
  return (
    <header className={classes.hero}>
      <Avatar name={provider.name} src={provider.avatar} size={72} bigSize={104} first />
      <div className={classes.text}>
        <div className={classes.title}>
          <Heading className={classes.name}>{provider.name}</Heading>
          {provider.username ? <bdi className={classes.username}>@{provider.username}</bdi> : null}
        </div>
        <p className={classes.line}>
          {provider.expertise ? <bdi className={classes.item}>{provider.expertise}</bdi> : null}
          {place ? <span className={classes.item}>{place}</span> : null}
          {provider.manual_verification === 'verified' ? (
            <Badge component="span" variant="light" leftSection={<IconRosetteDiscountCheck size={14} />}>
              {t('ui:verified')}
            </Badge>
          ) : null}
          {provider.trusted_by ? (
            <Badge component="span" variant="light" color="accent" className={classes.trusted} leftSection={<IconStarFilled size={14} />}>
              {t('trustedBy', { count: provider.trusted_by })}
            </Badge>
          ) : null}
        </p>
      </div>
      {children ? <div className={classes.actions}>{children}</div> : null}
    </header>
  );
}
