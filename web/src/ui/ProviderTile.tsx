import type { ReactNode } from 'react';
import { IconRosetteDiscountCheckFilled, IconStarFilled } from '@tabler/icons-react';
import { Link, type LinkProps } from 'react-router-dom';
import { useTranslation } from '@/i18n/use-translation';
import { providerPath } from '@/routing';
import { Avatar } from './Avatar';
import { useRatingText } from './formatters';
import classes from './ProviderTile.module.css';

/** The part of a provider's data that a tile shows. */
export interface TileProvider {
  name: string;
  username: string;
  avatar: string;
  expertise: string;
  city: string;
  manual_verification?: string;
  rating_all_avg: number | null;
  rating_client_size: number;
}

interface ProviderTileProps {
  provider: TileProvider;
  /** The tile's link; defaults to the provider's page. */
  link?: Pick<LinkProps, 'to' | 'state' | 'preventScrollReset'>;
  /** At the end of the tile: a price, a chip. */
  aside?: ReactNode;
}

/** A provider in a list; the whole tile is one link. */
export function ProviderTile({ provider, link, aside }: ProviderTileProps) {
  const { t } = useTranslation('ui');
  const ratingText = useRatingText();
  const { name, username, avatar, expertise, city, rating_all_avg, rating_client_size } = provider;
  return (
    <Link {...(link ?? { to: providerPath(username || name) })} className={classes.tile}>
      <Avatar name={name} src={avatar} size={56} />
      <span className={classes.what}>
        <strong>
          {name}
          {provider.manual_verification === 'verified' ? (
            <IconRosetteDiscountCheckFilled size={16} className={classes.verified} aria-label={t('verified')} />
          ) : null}
        </strong>
        <span className={classes.expertise}>{[expertise, city].filter(Boolean).join(' · ')}</span>
        {rating_client_size > 0 && rating_all_avg ? (
          <span className={classes.rating}>
            <IconStarFilled size={14} aria-hidden /> {ratingText(rating_all_avg)} ({rating_client_size})
          </span>
        ) : (
          <span className={classes.rating}>{t('noRatings')}</span>
        )}
      </span>
      {aside ? <span className={classes.aside}>{aside}</span> : null}
    </Link>
  );
}
