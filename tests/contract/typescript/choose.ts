// A player that knows the contract alone: one of the offered choices, by chance.
import type { components } from "./generated/contract.ts";

type Shapes = components["schemas"];
export type Offer = NonNullable<Shapes["Choices"]["choices"]>;
export type Action = NonNullable<Shapes["Act"]["action"]>;

function pick<T>(options: readonly T[]): T {
  return options[Math.floor(Math.random() * options.length)] as T;
}

function upTo(most: number): number {
  return Math.floor(Math.random() * (most + 1));
}

function maybe(): boolean {
  return Math.random() < 0.5;
}

export function choose(offer: Offer): Action {
  switch (offer.kind) {
    case "bid":
      return {
        kind: "bid",
        markers: upTo(offer.markers),
        workers: upTo(offer.workers),
        sorcerer: offer.sorcerer && maybe(),
        chief: offer.chief && maybe(),
        plan: maybe() ? [[3, 2, 1], ["decline"]] : null,
      };
    case "pick":
      return offer.sizes.length && maybe()
        ? { kind: "take", size: pick(offer.sizes) }
        : { kind: "decline" };
    case "place":
      return place(offer);
    case "move":
      return move(offer);
    case "recall":
      return { kind: "recall", items: offer.items.filter(maybe) };
    case "turn": {
      if (!offer.plays.length) return { kind: "discard", buy: null };
      const { card, count } = pick(offer.plays);
      return { kind: "play", card, count, buy: null };
    }
    case "sacrifice":
      return { kind: "sacrifice", good: pick(offer.goods) };
    case "lay":
      return { kind: "lay", good: pick(offer.goods) ?? null, add: pick(offer.adds) ?? null };
    case "draw":
      return { kind: "draw", column: pick(offer.columns) };
    case "claim":
      return { kind: "claim", gain: pick(offer.gains) };
    case "take":
      return { kind: "take", good: pick(offer.goods) };
    case "none":
      throw new Error("nothing is asked of this seat");
  }
}

function place(offer: Shapes["GiantsPlaceFacts"]): Action {
  const figure = pick([...offer.figures, null]);
  if (figure === null) return { kind: "pass", mark: [] };
  const power = pick(offer.powers.filter((one) => one.figures.includes(figure)));
  const target = power ?? { at: pick(offer.hexes), power: null, ahu: null };
  return { kind: "place", figure, at: target.at, logs: 0, power: target.power, ahu: target.ahu };
}

function move(offer: Shapes["GiantsMoveFacts"]): Action {
  const moves = offer.items.flatMap((one) =>
    one.ways.flatMap((way) => way.endings.map((ending) => ({ one, way, ending }))),
  );
  const chosen = pick([...moves, null]);
  if (chosen === null) return { kind: "pass", mark: [] };
  const { one, way, ending } = chosen;
  return {
    kind: "move",
    item: one.item,
    path: way.path,
    ending: ending.ending,
    ahu: ending.ahu,
    helpers: [],
  };
}
