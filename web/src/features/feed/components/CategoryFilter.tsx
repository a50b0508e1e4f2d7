import type { FocusEvent, ReactNode } from 'react';
import { IconX } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { useSession } from '@/api';
import { useTranslation } from '@/i18n/use-translation';
import { paths } from '@/routing';
import { wholeFeedPath } from '../feed-address';
import classes from './CategoryFilter.module.css';

/** Browsers leave a chip of which a sliver can be seen where it is. */
const inSight = ({ currentTarget }: FocusEvent<HTMLElement>) => currentTarget.scrollIntoView({ block: 'nearest', inline: 'nearest' });

/** The 17 categories (product.md 3.9). */
const categories = [
  'wellness',
  'ict',
  'events',
  'health_care',
  'animal_care',
  'counselling',
  'food_catering',
  'sports_fitness',
  'hospitality',
  'entertainment',
  'financial_services',
  'creative_arts',
  'knowledge_and_skills_training',
  'legal',
  'research',
  'real_estate',
  'others',
] as const;

/** The categories, with the account's own first. */
function orderedCategories(favourites: readonly string[]) {
  const own = categories.filter((category) => favourites.includes(category));
  return [...own, ...categories.filter((category) => !own.includes(category))];
}

/** A row of categories that filter the feed. The chosen one is taken off by a tap. */
export function CategoryFilter({ chosen }: { chosen: string }) {
  const { t } = useTranslation(['feed', 'ui']);
  const { fav_category } = useSession();
  return (
    <nav className={classes.row} aria-label={t('categories')}>
      <Chip to={wholeFeedPath} current={!chosen}>
        {t('all')}
      </Chip>
      {orderedCategories(fav_category).map((category) => (
        <Chip key={category} to={chosen === category ? wholeFeedPath : `${paths.feed}?category=${category}`} current={chosen === category}>
          {t(`ui:category.${category}`)}
          {chosen === category ? <IconX size={14} aria-hidden /> : null}
        </Chip>
      ))}
    </nav>
  );
}

function Chip({ to, current, children }: { to: string; current: boolean; children: ReactNode }) {
  return (
    <Link to={to} className={classes.chip} onFocus={inSight} aria-current={current ? 'page' : undefined} preventScrollReset>
      {children}
    </Link>
  );
}
