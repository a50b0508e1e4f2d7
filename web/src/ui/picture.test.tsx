import { act, fireEvent, render } from '@testing-library/react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { describe, expect, it, vi } from 'vitest';
import { Avatar } from './Avatar';
import { Picture, sourcesByWidth } from './Picture';

const placeholder = 'data:image/webp;base64,AAAA';
const sources = sourcesByWidth([390, 650], (width, ending) => `/p/${width}.${ending}`);
const size = { width: 650, height: 500 };
const shown = { src: '/p/card.jpg', alt: 'A loaf', sizes: '100vw', ...size };

function img(within: ParentNode): HTMLImageElement {
  const image = within.querySelector('img');
  if (!image) throw new Error('there is no picture');
  return image;
}

describe('a picture', () => {
  it('lets the browser choose the format, the better one first, and the width', () => {
    const { container } = render(<Picture {...shown} sources={sources} />);
    const offered = [...container.querySelectorAll('source')].map(({ type, srcset, sizes }) => [type, srcset, sizes]);
    expect(offered).toEqual([
      ['image/avif', '/p/390.avif 390w, /p/650.avif 650w', '100vw'],
      ['image/webp', '/p/390.webp 390w, /p/650.webp 650w', '100vw'],
    ]);
    expect(img(container).getAttribute('src')).toBe('/p/card.jpg');
  });

  it('has its space and its placeholder before it is loaded', () => {
    const { container } = render(<Picture {...shown} sources={sources} placeholder={placeholder} />);
    expect([img(container).width, img(container).height]).toEqual([650, 500]);
    expect(img(container).style.backgroundImage).toContain(placeholder);
  });

  it('waits for the viewport, unless it is the first of a screen', () => {
    const attributes = (first: boolean) => {
      const image = img(render(<Picture {...shown} first={first} />).container);
      return ['loading', 'decoding', 'fetchpriority'].map((name) => image.getAttribute(name));
    };
    expect(attributes(false)).toEqual(['lazy', 'async', null]);
    expect(attributes(true)).toEqual(['eager', 'async', 'high']);
  });

  it('is the same from a server, where there is no window', () => {
    vi.stubGlobal('window', undefined);
    vi.stubGlobal('document', undefined);
    const html = renderToString(<Picture {...shown} sources={sources} placeholder={placeholder} first />);
    vi.unstubAllGlobals();
    const page = document.createElement('div');
    page.innerHTML = html;
    const facts = ({ attributes, style }: HTMLImageElement) => [
      ...[...attributes].filter(({ name }) => name !== 'style').map(({ name, value }) => `${name}=${value}`),
      style.backgroundImage,
    ];
    expect(facts(img(page))).toEqual(
      facts(img(render(<Picture {...shown} sources={sources} placeholder={placeholder} first />).container)),
    );
    expect(page.querySelectorAll('source')).toHaveLength(2);
  });

  it('says that it failed, also when it failed before React listened', async () => {
    const onError = vi.fn();
    const page = document.createElement('div');
    page.innerHTML = renderToString(<Picture {...shown} />);
    Object.defineProperties(img(page), { complete: { value: true }, currentSrc: { value: '/p/card.jpg' }, naturalWidth: { value: 0 } });
    await act(() => void hydrateRoot(page, <Picture {...shown} onError={onError} />));
    expect(onError).toHaveBeenCalledOnce();
    fireEvent.error(img(page));
    expect(onError).toHaveBeenCalledTimes(2);
  });
});

describe('an avatar', () => {
  const stem = `/media/avatars/${'0a'.repeat(20)}`;
  const formats = (container: ParentNode) => [...container.querySelectorAll('source')].map(({ srcset, sizes }) => [srcset, sizes]);

  it('comes in three widths where its path says so', () => {
    const { container } = render(<Avatar name="Mara" src={`${stem}-300.webp`} size={48} />);
    const widths = (ending: string) => [96, 192, 300].map((width) => `${stem}-${width}.${ending} ${width}w`).join(', ');
    expect(formats(container)).toEqual([
      [widths('avif'), '48px'],
      [widths('webp'), '48px'],
    ]);
  });

  it.each([`${stem}.webp`, '/media/avatars/drawn/MW.svg', `https://elsewhere.example${stem}-300.webp`])(
    'comes as it is otherwise: %s',
    (src) => {
      const { container } = render(<Avatar name="Mara" src={src} />);
      expect(formats(container)).toEqual([]);
      expect(img(container).getAttribute('src')).toBe(src);
    },
  );

  it('shows initials when it fails', () => {
    const { container } = render(<Avatar name="Mara Weiss" src={`${stem}-300.webp`} />);
    fireEvent.error(img(container));
    expect(container.querySelector('img')).toBeNull();
    expect(container.querySelector('[data-initials="MW"]')).not.toBeNull();
  });
});
