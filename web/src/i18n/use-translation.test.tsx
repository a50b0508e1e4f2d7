import { Suspense } from 'react';
import { act, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { Trans, useTranslation } from '@/i18n/use-translation';
import { chooseLanguage, loadTexts, text } from '.';
import arabicFeed from './ar/feed.json';
import englishFeed from './en/feed.json';
import frenchUi from './fr/ui.json';
import { textOf } from './texts';

afterEach(() => chooseLanguage('en'));

describe('the text of a key', () => {
  it('is looked for in the namespaces in their order, or in the one that the key names', async () => {
    await Promise.all(['feed', 'post'].map(loadTexts));
    expect(textOf(['feed', 'ui'], 'retry')).toBe('Try again');
    expect(textOf(['feed', 'ui'], 'ui:retry')).toBe('Try again');
    expect(text('ui:close')).toBe('Close');
  });

  it('takes the plural form of the count in the language', async () => {
    await loadTexts('feed');
    expect(textOf(['feed'], 'newPosts', { count: 1 })).toBe(englishFeed.newPosts.replace('{{count}}', '1'));
    expect(textOf(['feed'], 'newPosts', { count: 7 })).toBe(englishFeed.newPosts_other.replace('{{count}}', '7'));
    await chooseLanguage('ar');
    const forms = { 0: 'zero', 1: 'one', 2: 'two', 3: 'few', 11: 'many', 100: 'other' } as const;
    for (const [count, form] of Object.entries(forms))
      expect(textOf(['feed'], 'newPosts', { count: Number(count) })).toBe(arabicFeed[`newPosts_${form}`].replace('{{count}}', count));
  });

  it('writes numbers as the language does, and what it has no plural form for as others', async () => {
    await loadTexts('feed');
    expect(textOf(['feed'], 'newPosts', { count: 12345 })).toBe('12,345 new posts');
    await chooseLanguage('de');
    expect(textOf(['feed'], 'newPosts', { count: 12345 })).toBe('12.345 neue Beiträge');
    await chooseLanguage('fr');
    expect(textOf(['feed'], 'newPosts', { count: 1_000_000 })).toMatch(/nouvelles publications/);
  });

  it('is the default or the key where there is none, with the values filled in', () => {
    expect(textOf(['ui'], 'none.such')).toBe('none.such');
    expect(textOf(['ui'], 'none.such', 'As it came')).toBe('As it came');
    expect(textOf(['ui'], 'none.such', { defaultValue: '{{a}} and {{b}}{{c}}', a: 1, b: 'two' })).toBe('1 and two');
  });

  it('is the English one until the language has arrived', async () => {
    const arriving = chooseLanguage('fr');
    expect(textOf(['ui'], 'retry')).toBe('Try again');
    await arriving;
    expect(textOf(['ui'], 'retry')).toBe(frenchUi.retry);
    expect(document.documentElement.lang).toBe('fr');
  });

  it('is that of the language chosen last, whichever arrives first', async () => {
    await Promise.all([chooseLanguage('es'), chooseLanguage('fr')]);
    expect(textOf(['ui'], 'retry')).toBe(frenchUi.retry);
  });
});

describe('a component', () => {
  const Retry = () => <p>{useTranslation('ui').t('retry')}</p>;

  it('waits for its texts', async () => {
    const Title = () => <h1>{useTranslation(['staff', 'ui']).t('menu')}</h1>;
    await act(() =>
      Promise.resolve(
        render(
          <Suspense fallback="wait">
            <Title />
          </Suspense>,
        ),
      ),
    );
    expect(await screen.findByRole('heading')).toBeVisible();
  });

  it('changes its language', async () => {
    render(<Retry />);
    await act(() => chooseLanguage('fr'));
    expect(screen.getByText(frenchUi.retry)).toBeVisible();
  });

  it('shows words of a text as elements', async () => {
    await loadTexts('information');
    const SignIn = () => {
      const { t } = useTranslation('information');
      return (
        <p>
          <Trans t={t} i18nKey="signInToo" components={{ signin: <em /> }} />
        </p>
      );
    };
    render(<SignIn />);
    expect(screen.getByText('Sign in').tagName).toBe('EM');
    expect(screen.getByText(/Do you have an account/)).toHaveTextContent(
      'Do you have an account? Sign in, and you will find our answer here, too.',
    );
  });
});
