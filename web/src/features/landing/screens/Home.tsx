import { Button, Tabs } from '@mantine/core';
import { type Icon, IconCalendarTime, IconListDetails, IconSparkles, IconUsers } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { PostGrid, PostGridSkeleton } from '@/features/feed';
import { useTranslation } from '@/i18n/use-translation';
import { paths } from '@/routing';
import { EmptyState, QueryStates, useFirstCards, useTakenOver } from '@/ui';
import { useGetFeedPostsQuery } from '../api';
import { BookingIllustration } from '../components/BookingIllustration';
import { featuredLimit } from '../featured';
import classes from './Home.module.css';

function FeaturedPosts() {
  const { t } = useTranslation('landing');
  const takenOver = useTakenOver();
  const firstCards = useFirstCards();
  const query = useGetFeedPostsQuery({ limit: featuredLimit });
  return (
    <QueryStates
      query={query}
      skeleton={<PostGridSkeleton />}
      isEmpty={({ data }) => data.length === 0}
      empty={
        <EmptyState
          icon={IconUsers}
          action={
            <Button component={Link} to={paths.signUp} variant="light">
              {t('join')}
            </Button>
          }
        >
          {t('noFeatured')}
        </EmptyState>
      }
    >
      {({ data }) => <PostGrid posts={takenOver ? data : data.slice(0, firstCards)} limit={featuredLimit} />}
    </QueryStates>
  );
}

/** What the product is, and the two sign-up links. */
function Hero() {
  const { t } = useTranslation('landing');
  return (
    <section className={classes.hero}>
      <div>
        <h1 className={classes.claim}>{t('claim')}</h1>
        <p className={classes.lead}>{t('lead')}</p>
        <div className={classes.actions}>
          <Button component={Link} to={paths.signUp} size="lg">
            {t('getStarted')}
          </Button>
          <Button component={Link} to={paths.signIn} size="lg" variant="default">
            {t('signIn')}
          </Button>
        </div>
      </div>
      <BookingIllustration />
    </section>
  );
}

/** The landing page. */
export default function Home() {
  const { t } = useTranslation('landing');
  return (
    <div className={classes.home}>
      <Hero />
      <Tabs defaultValue="featured" keepMounted={false}>
        <Tabs.List mb="lg">
          <Tabs.Tab value="featured">{t('featured')}</Tabs.Tab>
          <Tabs.Tab value="brief">{t('brief')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="featured">
          <FeaturedPosts />
        </Tabs.Panel>
        <Tabs.Panel value="brief">
          <ProductIntro />
        </Tabs.Panel>
      </Tabs>
      <div className={classes.closing}>
        <Button component={Link} to={paths.feed} size="lg" variant="light">
          {t('explore')}
        </Button>
        <Button component={Link} to={paths.signUp} size="lg">
          {t('join')}
        </Button>
      </div>
    </div>
  );
}

function IntroPoint({ icon: Picture, title, text }: { icon: Icon; title: string; text: string }) {
  return (
    <li className={classes.point}>
      <span className={classes.icon} aria-hidden>
        <Picture size={24} />
      </span>
      <h3>{title}</h3>
      <p>{text}</p>
    </li>
  );
}

/** The product in a few sentences. */
function ProductIntro() {
  const { t } = useTranslation('landing');
  return (
    <div>
      <ul className={classes.points}>
        <IntroPoint icon={IconListDetails} title={t('step1')} text={t('step1Text')} />
        <IntroPoint icon={IconCalendarTime} title={t('step2')} text={t('step2Text')} />
        <IntroPoint icon={IconSparkles} title={t('step3')} text={t('step3Text')} />
      </ul>
      <p className={classes.anyone}>
        <strong>{t('anyone')}.</strong> {t('anyoneText')}
      </p>
    </div>
  );
}
