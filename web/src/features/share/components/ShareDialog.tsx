import { Button, TextInput } from '@mantine/core';
import {
  type Icon,
  IconBrandFacebook,
  IconBrandFlipboard,
  IconBrandGmail,
  IconBrandLinkedin,
  IconBrandMastodon,
  IconBrandPinterest,
  IconBrandReddit,
  IconBrandTeams,
  IconBrandTelegram,
  IconBrandTrello,
  IconBrandTumblr,
  IconBrandTwitter,
  IconBrandWhatsapp,
  IconCopy,
  IconMail,
  IconMessage2,
  IconShare2,
  IconUsersGroup,
} from '@tabler/icons-react';
import { useTranslation } from '@/i18n/use-translation';
import { canShareOnDevice, copyText, shareOnDevice } from '@/platform/share';
import { Sheet, toast, useBigScreen } from '@/ui';
import { usePageShare } from '../share-page';
import { deviceShare, type ShareContent, shareLink, type ShareTarget, shareTargets } from '../share-targets';
import classes from './ShareDialog.module.css';

interface ShareDialogProps {
  title: string;
  content: ShareContent;
  onClose: () => void;
}

/** The share dialog: on phones the device's own share sheet first, then the link to copy and the sixteen targets. */
export function ShareDialog({ title, content, onClose }: ShareDialogProps) {
  const { t } = useTranslation('share');
  const onPhone = !useBigScreen() && canShareOnDevice();
  return (
    <Sheet opened onClose={onClose} title={title} size="lg">
      {onPhone ? (
        <Button
          fullWidth
          size="lg"
          mb="md"
          leftSection={<IconShare2 size={20} aria-hidden />}
          onClick={() => void shareOnDevice(deviceShare(content))}
        >
          {t('onDevice')}
        </Button>
      ) : null}
      <LinkField url={content.url} />
      <ul className={classes.targets}>
        {shareTargets.map((target) => (
          <li key={target}>
            <TargetLink target={target} content={content} />
          </li>
        ))}
      </ul>
    </Sheet>
  );
}

/** The link, with a copy button. */
function LinkField({ url }: { url: string }) {
  const { t } = useTranslation('share');
  const copy = async () => {
    if (await copyText(url)) toast.done(t('copied'));
    else toast.failed(t('notCopied'));
  };
  return (
    <div className={classes.link}>
      <TextInput aria-label={t('address')} value={url} readOnly dir="ltr" onFocus={(event) => event.currentTarget.select()} />
      <Button variant="default" leftSection={<IconCopy size={18} aria-hidden />} onClick={() => void copy()}>
        {t('copy')}
      </Button>
    </div>
  );
}

function TargetLink({ target, content }: { target: (typeof shareTargets)[number]; content: ShareContent }) {
  const { t } = useTranslation('share');
  const Picture = targetIcons[target];
  return (
    <a href={shareLink(target, content)} target="_blank" rel="noopener noreferrer" className={classes.target}>
      <span className={classes.icon} data-target={target} aria-hidden>
        <Picture size={24} />
      </span>
      {t(`target.${target}`)}
    </a>
  );
}

interface SharePageDialogProps {
  provider: { name: string; username: string };
  /** Whether it is the user's own page. */
  own: boolean;
  onClose: () => void;
}

/** Shares a provider's page. */
export default function SharePageDialog({ provider, own, onClose }: SharePageDialogProps) {
  const { t } = useTranslation('share');
  return (
    <ShareDialog
      title={own ? t('ownTitle') : t('title', { name: provider.name })}
      content={usePageShare(provider, own)}
      onClose={onClose}
    />
  );
}

/** The icon of each target. The icon set has none for Yammer. */
const targetIcons: Readonly<Record<ShareTarget, Icon>> = {
  twitter: IconBrandTwitter,
  facebook: IconBrandFacebook,
  whatsapp: IconBrandWhatsapp,
  gmail: IconBrandGmail,
  linkedin: IconBrandLinkedin,
  telegram: IconBrandTelegram,
  email: IconMail,
  sms: IconMessage2,
  tumblr: IconBrandTumblr,
  pinterest: IconBrandPinterest,
  yammer: IconUsersGroup,
  reddit: IconBrandReddit,
  teams: IconBrandTeams,
  mastodon: IconBrandMastodon,
  flipboard: IconBrandFlipboard,
  trello: IconBrandTrello,
};
