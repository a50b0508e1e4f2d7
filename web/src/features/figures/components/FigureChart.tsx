import { Bar, CartesianGrid, ComposedChart, Line, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import classes from './FigureChart.module.css';

export interface Point {
  /** The part of the range, in words. */
  starts: string;
  now: number;
  before: number | undefined;
}

interface FigureChartProps {
  points: Point[];
  /** The names of the bars and of the line. */
  names: { now: string; before: string };
  format: (value: number) => string;
  /** The figure is a count: its scale has no fractions. */
  whole: boolean;
  rightToLeft: boolean;
}

/** Bars of the range, and a line of the one before. Hidden from screen readers: a table says the same. */
export default function FigureChart({ points, names, format, whole, rightToLeft }: FigureChartProps) {
  return (
    <div className={classes.chart} aria-hidden>
      <ResponsiveContainer width="100%" height={260} initialDimension={{ width: 640, height: 260 }}>
        <ComposedChart data={points} accessibilityLayer={false} margin={{ top: 8, right: 8, bottom: 0, left: 8 }}>
          <CartesianGrid vertical={false} />
          <XAxis dataKey="starts" reversed={rightToLeft} tickLine={false} minTickGap={16} />
          <YAxis
            orientation={rightToLeft ? 'right' : 'left'}
            width="auto"
            tickLine={false}
            axisLine={false}
            allowDecimals={!whole}
            tickFormatter={format}
          />
          <Tooltip isAnimationActive={false} formatter={(value) => format(Number(value))} />
          <Bar dataKey="now" name={names.now} className={classes.now} isAnimationActive={false} radius={[4, 4, 0, 0]} maxBarSize={40} />
          <Line dataKey="before" name={names.before} className={classes.before} dot={false} isAnimationActive={false} type="monotone" />
        </ComposedChart>
      </ResponsiveContainer>
    </div>
  );
}
