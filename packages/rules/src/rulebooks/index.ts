import type { Rulebook, RulebookId } from '../rulebook.js';
import { adelaide } from './adelaide.js';
import { aruze } from './aruze.js';
import { crown } from './crown.js';
import { crownMini } from './crown-mini.js';
import { star } from './star.js';
import { star2024 } from './star-2024.js';

/** The rulebooks that come with Boxperson. */
export const RULEBOOKS: Readonly<Record<RulebookId, Rulebook>> = {
  star,
  'star-2024': star2024,
  crown,
  'crown-mini': crownMini,
  adelaide,
  aruze,
};

export const rulebook = (id: RulebookId): Rulebook => RULEBOOKS[id];
