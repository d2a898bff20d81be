"""The file of games as Parquet, stretch by stretch, so that it never is in memory as a whole."""

from pathlib import Path

WORDS = ("variant", "winners", "status")


def convert(games: Path, goal: Path) -> None:
    """Write the games of a CSV file as Parquet; the goal is there when all of it is there."""
    from pyarrow import csv, int64, parquet, string  # noqa: PLC0415 - only who wants Parquet has it

    part = goal.with_name(f".{goal.name}.part")
    with games.open("rb") as file:
        names = file.readline().decode().strip().split(",")
        types = {name: string() if name in WORDS else int64() for name in names}
        file.seek(0)
        reader = csv.open_csv(file, convert_options=csv.ConvertOptions(column_types=types, strings_can_be_null=False))
        with parquet.ParquetWriter(part, reader.schema) as writer:
            for batch in reader:
                writer.write_batch(batch)
    part.replace(goal)
