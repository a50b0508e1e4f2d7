import { Suspense, useState } from 'react';
import { Button } from '@mantine/core';
import { IconListCheck, IconSparkles } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { parseTextList, type AccountData } from '@/api';
import { spokenLanguage } from '@/i18n/spoken-languages';
import { useTranslation } from '@/i18n/use-translation';
import { paths, profileDialogs, useDialog } from '@/routing';
import { EmptyState } from '@/ui';
import classes from './ProviderInfo.module.css';
import { ContactSection } from './ContactSection';
import { AboutSection, BusinessHoursSection, PaymentSection } from './ProviderSections';
import { EditLink, Section } from './Section';
import { lazyPart } from '@/ui/lazy-part';

const EditDialogs = lazyPart(() => import('./EditDialogs'));

const SHOWN_PERKS = 5;

interface ProviderInfoProps {
  provider: AccountData;
  /** The owner views their own page: different empty texts, and edit links. */
  own: boolean;
}

/** The provider's profile (product.md 3.6). */
export function ProviderInfo({ provider, own }: ProviderInfoProps) {
  const { t, i18n } = useTranslation('provider');
  const { opened, open, close } = useDialog(profileDialogs);
  if (!provider.expertise) return <IncompleteProfile own={own} />;
  const skills = parseTextList(provider.skills);
  const languages = parseTextList(provider.languages);
  return (
    <div className={classes.sections}>
      <AboutSection provider={provider} edit={own ? <EditLink what={t('whatWeDo')} onClick={() => open('profile')} /> : null} />
      <BusinessHoursSection
        provider={provider}
        edit={own ? <EditLink what={t('businessHours')} to={paths.appointmentBookingSettings} /> : null}
      />
      <PaymentSection provider={provider} edit={own ? <EditLink what={t('payment')} to={paths.appointmentFinanceSettings} /> : null} />
      <ContactSection provider={provider} {...(own ? { onEdit: () => open('profile') } : {})} />
      <Section title={t('expertise')} edit={own ? <EditLink what={t('expertise')} onClick={() => open('skills')} /> : null}>
        {skills.length + languages.length === 0 ? (
          <EmptyState
            icon={IconSparkles}
            action={own ? <EmptySectionButton onClick={() => open('skills')}>{t('addSkills')}</EmptySectionButton> : null}
          >
            {own ? t('noSkills') : t('noSkillsVisitor')}
          </EmptyState>
        ) : (
          <ul className={classes.chips}>
            {skills.map((skill) => (
              <li key={skill}>{skill.toLocaleLowerCase()}</li>
            ))}
            {languages.map((language) => (
              <li key={language}>{t('fluent', { language: spokenLanguage(i18n.language, language) })}</li>
            ))}
          </ul>
        )}
      </Section>
      <Section title={t('policy')} edit={own ? <EditLink what={t('policy')} onClick={() => open('perks')} /> : null}>
        <Perks perks={parseTextList(provider.policy_perks)} onBegin={own ? () => open('perks') : null} />
      </Section>
      <Suspense>{own && opened ? <EditDialogs dialog={opened} provider={provider} onClose={close} /> : null}</Suspense>
    </div>
  );
}

function IncompleteProfile({ own }: { own: boolean }) {
  const { t } = useTranslation('provider');
  return (
    <EmptyState
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
    </EmptyState>
  );
}

/** The one button of an empty section of the owner's page. */
function EmptySectionButton({ onClick, children }: { onClick: () => void; children: string }) {
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
      <EmptyState icon={IconListCheck} action={onBegin ? <EmptySectionButton onClick={onBegin}>{t('addPerks')}</EmptySectionButton> : null}>
        {onBegin ? t('noPerks') : t('noPerksVisitor')}
      </EmptyState>
    );
  }
  return (
    <>
      <ul className={classes.perks}>
        {(all ? perks : perks.slice(0, SHOWN_PERKS)).map((perk) => (
          <li key={perk}>
            <bdi>{perk}</bdi>
          </li>
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
