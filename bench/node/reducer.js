// boardgame.io's rules alone: so many sealed bids through its reducer, without a server.

const { CreateGameReducer, InitializeGame } = require('boardgame.io/internal');
const { SEATS, auction, move } = require('./auction');
const { obey } = require('./orders');

const reduce = CreateGameReducer({ game: auction });
let state = InitializeGame({ game: auction, numPlayers: SEATS });
let made = 0;

obey((count) => {
  for (let left = count; left > 0; left -= 1) {
    const before = state._stateID;
    state = reduce(state, move(made % SEATS));
    if (state._stateID === before) throw new Error('a bid was refused');
    made += 1;
  }
  return made;
});
