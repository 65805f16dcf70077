#!/bin/sh
# Plays the sample games anew, byte for byte: sh logs/samples.sh [QUACK [FOLDER]]; `make samples` runs it.
set -eu
quack=${1:-quack}
folder=${2:-$(dirname "$0")}

sample() {
    name=$1
    shift
    # Beside it first, so that a command that fails takes no sample away. Unquoted, for it may be of several words.
    rm -rf "${folder:?}/.$name"
    $quack play --no-watch --out "$folder/.$name" "$@"
    rm -rf "${folder:?}/$name"
    mv "$folder/.$name" "$folder/$name"
}

sample perfect --seed 8 --crew honest:0 --impostor blunt
sample forgetful --seed 5 --crew honest:0.3 --impostor subtle
sample swapped --seed 3 --crew honest:0.1 --impostor subtle:swapped
sample crowd --seed 3 --players 12 --ducks 2 --map manor --ticks 34 --crew honest:0.1 --impostor subtle
sample chance --seed 14 --map outpost --ticks 60 --discussion-rounds 1 --crew random --impostor random
