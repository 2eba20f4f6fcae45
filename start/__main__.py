"""`python -m urbanist`: the command line."""

from urbanist.bots.cli.main import main

if __name__ == "__main__":
    main()
