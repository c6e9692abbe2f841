// The sealed-bid toy that boardgame.io plays: five seats bid, the highest wins, and the next begins.

const SEATS = 5;

function bid({ G, playerID }, amount) {
  G.sealed[playerID] = amount;
  if (Object.keys(G.sealed).length < SEATS) return;
  const best = Math.max(...Object.values(G.sealed));
  const winner = Object.keys(G.sealed).find((seat) => G.sealed[seat] === best);
  G.won[winner] += 1;
  G.sealed = {};
}

const auction = {
  name: 'auction',
  disableUndo: true,
  setup: () => ({ sealed: {}, won: Object.fromEntries([...Array(SEATS).keys()].map((seat) => [seat, 0])) }),
  // Nobody is sent what another has bid.
  playerView: ({ G, playerID }) => ({ ...G, sealed: playerID in G.sealed ? { [playerID]: G.sealed[playerID] } : {} }),
  turn: { activePlayers: { all: 'bidding' }, stages: { bidding: { moves: { bid: { move: bid, client: false, ignoreStaleStateID: true } } } } },
};

function move(seat, credentials) {
  const payload = { type: 'bid', args: [Math.floor(Math.random() * 10)], playerID: String(seat), credentials };
  return { type: 'MAKE_MOVE', payload };
}

module.exports = { SEATS, auction, move };
