import { describe, expect, it } from 'vitest';
import {
  addPictures,
  areaOf,
  currentOf,
  goToPicture,
  isWhole,
  maxPictures,
  moveFrame,
  noPictures,
  removePicture,
  replacePicture,
  resetPicture,
  roomIn,
  rotatePicture,
  type Picture,
} from './picture-list';

const decoded = (url: string, width = 1300, height = 500) => ({ url, width, height });
const three = addPictures(
  noPictures,
  ['a', 'b', 'c'].map((url) => decoded(url)),
);
const addresses = (list: { pictures: readonly Picture[] }) => list.pictures.map(({ url }) => url);

describe('the pictures of an upload', () => {
  it('are eight at most, and the first new one is edited', () => {
    expect(three.current).toBe(0);
    const many = addPictures(
      three,
      Array.from({ length: 9 }, (_, index) => decoded(`n${index}`)),
    );
    expect(many.pictures).toHaveLength(maxPictures);
    expect(currentOf(many)?.url).toBe('n0');
    expect(roomIn(many)).toBe(0);
    expect(addPictures(many, [decoded('late')])).toBe(many);
  });

  it('are gone through one by one, and not beyond the ends', () => {
    expect(goToPicture(three, 2).current).toBe(2);
    expect(goToPicture(three, 3)).toBe(three);
    expect(goToPicture(three, -1)).toBe(three);
  });

  it('turn to both sides, and only the edited one', () => {
    const right = rotatePicture(goToPicture(three, 1), 90);
    expect(right.pictures.map(({ turn }) => turn)).toEqual([0, 90, 0]);
    expect(rotatePicture(rotatePicture(right, -90), -90).pictures[1]?.turn).toBe(270);
  });

  it('start again as they came', () => {
    const moved = moveFrame(rotatePicture(three, 90), { zoom: 2, offset: { x: 9, y: 9 }, area: { x: 1, y: 1, width: 2, height: 2 } });
    expect(resetPicture(moved)).toEqual(three);
  });

  it('are replaced in place, without the old one’s crop', () => {
    const list = replacePicture(moveFrame(goToPicture(three, 1), { zoom: 3 }), decoded('new'));
    expect(addresses(list)).toEqual(['a', 'new', 'c']);
    expect(currentOf(list)).toMatchObject({ zoom: 1, turn: 0, area: null });
  });

  it('leave to their neighbour when they are removed', () => {
    const last = removePicture(goToPicture(three, 2));
    expect([addresses(last), last.current]).toEqual([['a', 'b'], 1]);
    expect(removePicture(removePicture(removePicture(three)))).toEqual(noPictures);
  });
});

describe('the cut', () => {
  const sides = { width: 650, height: 500 };
  const [picture] = three.pictures as [Picture];

  it('is the middle until the frame says otherwise', () => {
    expect(areaOf(picture, sides)).toEqual({ x: 325, y: 0, width: 650, height: 500 });
    const area = { x: 5, y: 6, width: 65, height: 50 };
    expect(areaOf({ ...picture, area }, sides)).toBe(area);
  });

  it('is measured on the turned picture', () => {
    const cut = areaOf({ ...picture, turn: 90 }, sides);
    expect(cut.width).toBe(500);
    expect(cut.height).toBeCloseTo(384.6, 1);
    expect(cut.y).toBeCloseTo((1300 - cut.height) / 2, 5);
  });

  it('of a picture that is kept as it came is the picture itself', () => {
    const kept = addPictures(noPictures, [{ ...decoded('a', 650, 500), storedName: '/media/posts/a/card.webp' }]);
    const [whole] = kept.pictures as [Picture];
    expect(whole.storedName).toBe('/media/posts/a/card.webp');
    expect(isWhole(whole, sides)).toBe(true);
    expect(isWhole({ ...whole, area: { x: 0, y: 0.4, width: 649.8, height: 499.8 } }, sides)).toBe(true);
    expect(isWhole({ ...whole, area: { x: 10, y: 10, width: 600, height: 461 } }, sides)).toBe(false);
    expect(isWhole({ ...whole, turn: 180 }, sides)).toBe(false);
    expect(replacePicture(kept, decoded('b')).pictures[0]?.storedName).toBeUndefined();
  });
});
