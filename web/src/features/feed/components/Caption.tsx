import { Link } from 'react-router-dom';
import { tagFeedPath } from '@/routing';
import type { CaptionPiece } from '../caption';
import classes from './Caption.module.css';

/** Renders caption pieces: hashtags link to their feed, addresses leave the app, everything else is plain text. */
export function Caption({ pieces }: { pieces: readonly CaptionPiece[] }) {
  return pieces.map((piece, index) => <CaptionPart key={index} piece={piece} />);
}

function CaptionPart({ piece }: { piece: CaptionPiece }) {
  if (piece.kind === 'text') return piece.text;
  if (piece.kind === 'tag') {
    return (
      <Link to={tagFeedPath(piece.tag)} className={classes.link}>
        {piece.text}
      </Link>
    );
  }
  return (
    <a href={piece.href} target="_blank" rel="noopener noreferrer nofollow ugc" className={classes.link} dir="ltr">
      {piece.text}
    </a>
  );
}
