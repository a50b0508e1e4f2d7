import { lazy, Suspense, useState } from 'react';
import { Button } from '@mantine/core';
import { IconListCheck, IconSparkles } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { textsIn, type AccountData } from '@/api';
import { paths } from '@/app/paths';
import { Empty, useDialog } from '@/ui';
import { editDialogs } from '../edit-dialogs';
import classes from './Info.module.css';
import { Edit, Section } from './Section';
import { BusinessHours, WhatWeDo } from './WhatAndWhen';

const EditDialogs = lazy(() => import('./EditDialogs'));

const SHOWN_PERKS = 5;

interface InfoProps {
  provider: AccountData;
  /** The owner sees the own page: other words where something is missing, and links to mend it. */
  own: boolean;
}

/** What the provider says of themselves (spec 2, 'Provider profile view'). */
export function Info({ provider, own }: InfoProps) {
  const { t } = useTranslation('provider');
  const { opened, open, close } = useDialog(editDialogs);
  if (!provider.expertise) return <Incomplete own={own} />;
  const skills = textsIn(provider.skills);
  const languages = textsIn(provider.languages);
  return (
    <div className={classes.sections}>
      <WhatWeDo provider={provider} edit={own ? <Edit what={t('whatWeDo')} onClick={() => open('profile')} /> : null} />
      <BusinessHours
        provider={provider}
        edit={own ? <Edit what={t('businessHours')} to={paths.appointmentBookingSettings} /> : null}
      />
      <Section title={t('expertise')} edit={own ? <Edit what={t('expertise')} onClick={() => open('skills')} /> : null}>
        {skills.length + languages.length === 0 ? (
          <Empty icon={IconSparkles} action={own ? <Begin onClick={() => open('skills')}>{t('addSkills')}</Begin> : null}>
            {own ? t('noSkills') : t('noSkillsVisitor')}
          </Empty>
        ) : (
          <ul className={classes.chips}>
            {skills.map((skill) => (
              <li key={skill}>{skill.toLocaleLowerCase()}</li>
            ))}
            {languages.map((language) => (
              <li key={language}>{t('fluent', { language: t(`language.${language}` as 'language.english', language) })}</li>
            ))}
          </ul>
        )}
      </Section>
      <Section title={t('policy')} edit={own ? <Edit what={t('policy')} onClick={() => open('perks')} /> : null}>
        <Perks perks={textsIn(provider.policy_perks)} onBegin={own ? () => open('perks') : null} />
      </Section>
      <Suspense>{own && opened ? <EditDialogs dialog={opened} provider={provider} onClose={close} /> : null}</Suspense>
    </div>
  );
}

function Incomplete({ own }: { own: boolean }) {
  const { t } = useTranslation('provider');
  return (
    <Empty
      icon={IconSparkles}
      action={
        own ? (
          <Button component={Link} to={paths.accountBasicInfo}>
            {t('update')}
          </Button>
        ) : (
          <Button component={Link} to={paths.feed} variant="light">
            {t('toFeed')}
          </Button>
        )
      }
    >
      {own ? t('ownIncomplete') : t('incomplete')}
    </Empty>
  );
}

/** The one action of an empty section of the own page. */
function Begin({ onClick, children }: { onClick: () => void; children: string }) {
  return (
    <Button variant="light" onClick={onClick}>
      {children}
    </Button>
  );
}

function Perks({ perks, onBegin }: { perks: readonly string[]; onBegin: (() => void) | null }) {
  const { t } = useTranslation('provider');
  const [all, setAll] = useState(false);
  if (perks.length === 0) {
    return (
      <Empty icon={IconListCheck} action={onBegin ? <Begin onClick={onBegin}>{t('addPerks')}</Begin> : null}>
        {onBegin ? t('noPerks') : t('noPerksVisitor')}
      </Empty>
    );
  }
  return (
    <>
      <ul className={classes.perks}>
        {(all ? perks : perks.slice(0, SHOWN_PERKS)).map((perk) => (
          <li key={perk}><bdi>{perk}</bdi></li>
        ))}
      </ul>
      {perks.length > SHOWN_PERKS ? (
        <Button variant="subtle" size="compact-md" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? t('showLess') : t('showAll')}
        </Button>
      ) : null}
    </>
  );
}
