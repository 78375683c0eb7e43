/** Going through a range of values at an even pace, as a player does frame by frame and a film all at once. */

export interface Course {
  from: number;
  to: number;
  /** Units a second, above 0. */
  pace: number;
}

/** A film is not longer than this, in seconds: a range that takes more is filmed from where the player stands. */
export const longestFilm = 24;

/** Where `at` is after so many seconds; past the end from the start again, or, without `loop`, at the end. */
export function advance(
  { from, to, pace }: Course,
  at: number,
  seconds: number,
  loop: boolean,
): number {
  const next = at + seconds * pace;
  if (next <= to) return Math.max(from, next);
  return loop ? from : to;
}

/** The value in each frame of a film: the whole range where that is short enough, both ends included. */
export function filmed(course: Course, at: number, framesPerSecond: number): number[] {
  const { from, to, pace } = course;
  const step = pace / framesPerSecond;
  const whole = Math.round((to - from) / step);
  if (whole <= longestFilm * framesPerSecond) {
    const count = Math.max(1, whole);
    return Array.from({ length: count + 1 }, (_, i) => from + (i * (to - from)) / count);
  }
  const inside = Math.min(Math.max(at, from), to);
  return Array.from({ length: longestFilm * framesPerSecond }, (_, i) => {
    const value = inside + i * step;
    return value <= to ? value : from + ((value - from) % (to - from));
  });
}
