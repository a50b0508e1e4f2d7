import { Button, type ButtonProps } from '@mantine/core';
import { IconShieldCheck, IconShieldCheckFilled } from '@tabler/icons-react';
import { useTranslation } from '@/i18n/use-translation';
import { useGetTrustStatusQuery } from '../api';
import { useCircle, type InCircle } from '../hooks/use-circle';

interface TrustToggleProps extends Pick<ButtonProps, 'fullWidth' | 'size'> {
  circle: Pick<InCircle, 'trusted' | 'setTrusted'>;
}

/** Shows whether the user trusts a provider of the circle, and toggles it at once. */
export function TrustToggle({ circle: { trusted, setTrusted }, ...look }: TrustToggleProps) {
  const { t } = useTranslation('circle');
  const Picture = trusted ? IconShieldCheckFilled : IconShieldCheck;
  return (
    <Button
      variant={trusted ? 'light' : 'default'}
      {...look}
      leftSection={<Picture size={18} aria-hidden />}
      aria-pressed={trusted}
      onClick={() => void setTrusted(!trusted)}
    >
      {t(trusted ? 'isTrusted' : 'trust')}
    </Button>
  );
}

/** The toggle on a provider's own page; shown only for providers in the circle. */
export function TrustAction({ providerId, ...look }: { providerId: string } & Pick<ButtonProps, 'fullWidth' | 'size'>) {
  const circle = useCircle(providerId);
  const status = useGetTrustStatusQuery(providerId, { skip: !circle.may || !circle.inCircle });
  if (!circle.may || !circle.inCircle) return null;
  return <TrustToggle {...look} circle={{ ...circle, trusted: status.currentData?.data.trust_status ?? circle.trusted }} />;
}
